/** A contract that cannot be built; the message is for its author and names file and line. */
export class ContractBuildError extends Error {
  override readonly name = 'ContractBuildError';
}

/** @throws ContractBuildError always */
export function refuseSource(file: string, line: number, message: string): never {
  throw new ContractBuildError(`${file}:${line}: ${message}`);
}

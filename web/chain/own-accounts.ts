import { type Loaded, useAnswer } from '../answer.js';
import { node } from '../node.js';

/** An account of which the wallet of the node has the key. */
export interface OwnAccount {
  readonly addr: string;
  readonly regid: string;
  readonly tokens: Readonly<Record<string, { readonly free_amount: number | bigint }>>;
}

/** The accounts of the wallet that are registered, by their regids. */
export function useOwnAccounts(): Loaded<readonly OwnAccount[]> {
  return useAnswer(
    async () => {
      const all = (await node.listaddr()) as unknown as readonly OwnAccount[];
      const place = ({ regid }: OwnAccount): number => {
        const [height = '0', index = '0'] = regid.split('-');
        return Number(height) * 100_000 + Number(index);
      };
      return all.filter(({ regid }) => regid !== '0-0').sort((one, other) => place(one) - place(other));
    },
    [],
    true,
  );
}

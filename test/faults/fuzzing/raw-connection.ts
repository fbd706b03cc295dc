import { connect } from 'node:net';

/** All that a server sends to a connection on which some bytes are sent, until it is closed. */
export function exchanged(port: number, bytes: Buffer): Promise<string> {
  return new Promise(resolve => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes));
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    // A connection that is closed while something is on its way to it is reset.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

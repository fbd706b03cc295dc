/** Koa with nothing but one answer, in a process of its own: tells its port, and takes each message as the answer. */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

let answer = '';
const app = new Koa();
app.use(context => {
  context.type = 'application/json';
  context.body = answer;
  context.status = 200;
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on('message', (text: string) => {
  answer = text;
  process.send?.('taken');
});
process.on('disconnect', () => process.exit());

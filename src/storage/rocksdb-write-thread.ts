import { parentPort, workerData } from 'node:worker_threads';
import { unpackBatch } from './packed-batch.js';
import { type External, loadRocksDbBinding } from './rocksdb-binding.js';
import type { WriteReply, WriteRequest } from './rocksdb-writer.js';

/*
 * The thread that writes: a durable write blocks its thread for as long as the disk needs. It opens
 * nothing but uses the database handle that the main thread has opened.
 */

const port = parentPort;
if (port === null) throw new Error('this module runs in a worker thread only');

const binding = loadRocksDbBinding();
const database = binding.db_init(workerData as bigint);

port.on('message', (request: WriteRequest) => {
  if (request === 'stop') {
    port.close();
    return;
  }
  let reply: WriteReply = {};
  let batch: External | undefined;
  try {
    const writes = binding.batch_init();
    batch = writes;
    unpackBatch(
      request.operations,
      (key, value) => binding.batch_put(writes, key, value, {}),
      key => binding.batch_del(writes, key, {}),
    );
    binding.batch_write(database, writes, { sync: request.sync });
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  } finally {
    // The native memory goes now, not when the garbage collector comes by.
    if (batch !== undefined) binding.batch_clear(batch);
  }
  port.postMessage(reply);
});

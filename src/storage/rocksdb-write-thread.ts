import { parentPort, workerData } from 'node:worker_threads';
import { unpackBatch } from './packed-batch.js';
import { loadRocksDbBinding, writeBatch } from './rocksdb-binding.js';
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
  try {
    writeBatch(binding, database, request.sync, (put, del) => unpackBatch(request.operations, put, del));
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(reply);
});

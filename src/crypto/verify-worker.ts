/** The thread behind `VerifyPool`: answers batches of signatures in the order in which they arrive. */
import { parentPort } from 'node:worker_threads';
import { verify } from './signature.js';
import { type BatchAnswer, type BatchRequest, unpackJobs } from './verify-batch.js';

if (parentPort === null) throw new Error('verify-worker.js is the program of a worker thread');
const port = parentPort;

port.on('message', (request: BatchRequest) => port.postMessage(answer(request)));

function answer(request: BatchRequest): BatchAnswer {
  try {
    const verdicts = unpackJobs(request).map(job => verify(job.hash, job.signature, job.publicKey));
    return { id: request.id, results: Uint8Array.from(verdicts, Number) };
  } catch (error) {
    return { id: request.id, error };
  }
}

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SyncPace } from '../../src/storage/record-log/sync-pace.js';

const pace = suite('pace of syncs');

pace('a quick disk is waited for', () => {
  const disk = new SyncPace();
  for (let i = 0; i < 3; i++) {
    assert.ok(disk.isQuick(1000));
    disk.took(0.3);
  }
});

pace('a disk that was slow is left to another thread for a hundred syncs, then tried again', () => {
  const disk = new SyncPace();
  disk.isQuick(1000);
  disk.took(8);
  for (let i = 0; i < 100; i++) assert.not(disk.isQuick(1000));
  assert.ok(disk.isQuick(1000));
  disk.took(8);
  assert.not(disk.isQuick(1000));
});

pace('a large write is left to another thread, and says nothing of the disk', () => {
  const disk = new SyncPace();
  assert.not(disk.isQuick(1_000_000));
  assert.ok(disk.isQuick(1000));
});

pace.run();

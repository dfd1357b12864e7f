import fs from 'node:fs';
import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/server.ts';
import type { Disk } from './portal.ts';

/**
 * The server on a disk that can be filled, on any system: as on a real one, existing bytes of a file can be
 * overwritten but no file can grow. All file access of the embedded database goes through these calls.
 */
let disk: Disk['disk'] = 'free';
const names = new Map<number, string>();

const { openSync, writeSync } = fs;
fs.openSync = (name, ...how) => {
  const file = openSync(name, ...how);
  names.set(file, String(name));
  return file;
};
fs.writeSync = ((file: number, bytes: Uint8Array, from: number, length: number, at: number | null) => {
  const grows = ArrayBuffer.isView(bytes) && (at ?? 0) + length > fs.fstatSync(file).size;
  const hasRoom = disk === 'free' || (disk === 'nearly full' && !names.get(file)?.includes('pg_wal'));
  if (grows && !hasRoom) {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  return writeSync(file, bytes, from, length, at);
}) as typeof writeSync;

const service = await startServer(readConfig(process.env));
process.on('message', (told: Disk) => {
  disk = told.disk;
  process.send?.({ type: 'disk.set' });
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'listening', address: service.address });

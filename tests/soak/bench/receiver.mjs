import { createServer } from 'node:http';

// A reporting service in a process of its own, which accepts everything and keeps nothing.
export const receiverPort = 18_969;

if (process.argv[1] === import.meta.filename)
  createServer((request, response) => request.resume().on('end', () => response.end('{}'))).listen(
    receiverPort,
    '127.0.0.1',
    () => process.send?.('listening'),
  );

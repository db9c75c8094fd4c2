import { parentPort, workerData } from 'node:worker_threads';
import type { Place } from './chunk-of-frame.js';
import { readMaps, type Build, type Found } from './read-maps.js';

// The thread that reads maps. The build copies this folder to the maps, where the server finds it whatever bundled the server: so
// nothing in it imports anything but `node:` modules and its neighbours.

export type Asked = { id: number; places: Place[]; budgetMs: number };
export type Answered = { id: number; found: (Found | { problem: 'out of time' })[] };

const { build } = workerData as { build: Build };
const find = readMaps(build);

parentPort?.on('message', ({ id, places, budgetMs }: Asked) => {
  const end = performance.now() + budgetMs;
  const found = places.map((place) => (performance.now() > end ? { problem: 'out of time' as const } : find(place)));
  parentPort?.postMessage({ id, found } satisfies Answered);
});

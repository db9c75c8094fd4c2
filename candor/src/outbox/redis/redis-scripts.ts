import { createHash } from 'node:crypto';
import type { Category } from '../../envelope/envelope.js';
import type { ServiceState } from '../deployment.js';
import * as texts from './lua-texts.js';

/** A script that runs in Redis, as one atomic step. Its reply is an array: the JSON of `Known`, then its own result. */
export type Script = { readonly text: string; readonly hash: string };

/** By name. The first lines of each file in lua/ name its arguments and its result; lua/includes/keys.lua names the keys. */
export const scripts = Object.fromEntries(
  Object.entries(texts).map(([name, text]) => [name, { text, hash: createHash('sha1').update(text).digest('hex') }]),
) as Record<keyof typeof texts, Script>;

/** The state of all instances together. */
export type Known = {
  /** ms since the epoch, by Redis's clock */
  now: number;
  count: number;
  bytes: number;
  /** When the oldest envelope was kept. */
  oldestAt?: number;
  /** Whether an envelope of the category may be claimed. */
  waiting: Record<Category, boolean>;
  service: ServiceState;
};

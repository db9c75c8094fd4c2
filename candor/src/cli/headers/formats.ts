import type { Entry } from './entry.js';
import { formatJson } from './format-json.js';
import { formatNetlify } from './format-netlify.js';
import { formatNginx } from './format-nginx.js';
import { formatVercel } from './format-vercel.js';
import type { Remark } from './plan-headers.js';

/** `problems`: paths that this format cannot have. */
export type Formatted = { text: string; problems: Remark[] };

export const formats = {
  json: formatJson,
  netlify: formatNetlify,
  nginx: formatNginx,
  vercel: formatVercel,
} satisfies Record<string, (entries: readonly Entry[]) => Formatted>;

export type Format = keyof typeof formats;

export const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);

import { inject } from 'vitest';

Object.assign(globalThis, inject('inlinedSettings'));

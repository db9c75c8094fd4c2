import type * as InlineCode from './inline-code.js';

export declare function loadParser(): typeof InlineCode;

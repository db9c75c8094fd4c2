import { attempt } from './patch.js';

/** Chromium attributes an error of its own parser to the text, which is not a script of this origin, and so dispatches no `unhandledrejection`. */
export function parseJsonHere(): void {
  attempt('response-json', () => {
    Response.prototype.json = async function () {
      return JSON.parse(await this.text());
    };
  });
}

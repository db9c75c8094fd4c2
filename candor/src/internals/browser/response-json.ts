import { attempt } from './patch.js';

/**
 * Parses the JSON of responses in a script of this page. Chromium attributes an error of its own parser to the text that was parsed,
 * which is not a script of this origin, and so dispatches no `unhandledrejection` for it.
 */
export function parseJsonHere(): void {
  attempt('response-json', () => {
    Response.prototype.json = async function () {
      return JSON.parse(await this.text()) as unknown;
    };
  });
}

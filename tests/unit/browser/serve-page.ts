import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { vi } from 'vitest';
import { serve, type Answer } from '../../support/serve';

/** What happy-dom has beside what browsers have. */
export const { happyDOM } = window as unknown as Window;

/** happy-dom logs every failed request to Node's console, past the one of the page. */
export const muteHappyDom = () => vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {});

/** For the rest of the test the page is one of a site on loopback, which answers every request in this way. */
export async function servePage(answer: Answer) {
  muteHappyDom();
  const site = await serve(answer);
  happyDOM.setURL(site.url);
  return site;
}

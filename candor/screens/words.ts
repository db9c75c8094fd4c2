/** The words of the screens that the server also writes by itself, where React cannot render a screen. */
export const words = {
  failed: 'Something went wrong',
  notYours:
    'This is the site’s fault, not yours. If you had just sent something, see whether it arrived before you send it again.',
  quote: 'If you ask for help, quote this reference. It leads to what happened just now.',
  home: 'Go to the home page',
};

/** The screens of expected outcomes, by status. */
export const expected = {
  401: {
    title: 'Not recognised',
    text: 'This page is only for visitors that this site recognises. Nothing is broken. (401)',
  },
  403: {
    title: 'You may not see this page',
    text: 'The page exists, but this site does not show it to you. Nothing is broken, and trying again will not change it. (403)',
  },
  404: {
    title: 'Page not found',
    text: 'There is no page at this address. If you typed it, check the spelling; if you copied it, check that all of it is there. (404)',
  },
} as const;

export type ExpectedStatus = keyof typeof expected;

export function documentTitle(title: string): string {
  return `${title} · ${CANDOR_SITE_NAME}`;
}

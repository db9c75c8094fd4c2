import type { Metadata } from 'next';
import { lookStyle } from './document-style.js';
import { homeLink } from './home-link.js';
import { OwnDocument } from './own-document.js';
import { Screen } from './screen.js';
import { documentTitle, expected, type ExpectedStatus } from './messages.js';

/** The screen for an expected failure: no such page, no permission, no known visitor. None of them is reported. */
export function ExpectedScreen({ status }: { status: ExpectedStatus }) {
  const { title, text } = expected[status];
  return (
    <Screen title={title}>
      <p>{text}</p>
      <div className="actions">{homeLink}</div>
    </Screen>
  );
}

/** The same as a whole document, for `global-not-found.tsx` and a `not-found.tsx` beside it: no layout is around them. */
export function ExpectedDocument({ status }: { status: ExpectedStatus }) {
  return (
    <OwnDocument>
      <style dangerouslySetInnerHTML={{ __html: lookStyle() }} />
      <ExpectedScreen status={status} />
    </OwnDocument>
  );
}

export function expectedMetadata(status: ExpectedStatus): Metadata {
  return { title: documentTitle(expected[status].title) };
}

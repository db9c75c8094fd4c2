import type { Metadata } from 'next';
import { words } from '#words';
import { LocalDocument, LocalExpectedScreen } from './local-expected-screen.js';
import { OwnDocument } from './own-document.js';
import { Screen } from './screen.js';

export type ExpectedStatus = 401 | 403 | 404;

/** The screen for an expected failure: no such page, no permission, no known visitor. None of them is reported. */
export function ExpectedScreen({ status }: { status: ExpectedStatus }) {
  const [title, text] = [words[`title${status}`], words[`text${status}`]];
  // A cache may keep it, as a part of every page: so a server renders it in the language of the build.
  if (CANDOR_LANGUAGES) return <LocalExpectedScreen status={status} title={title} text={text} home={words.home} />;
  return (
    <Screen title={title}>
      <p>{text}</p>
      <div className="actions">
        <a className="button" href={CANDOR_HOME}>
          {words.home}
        </a>
      </div>
    </Screen>
  );
}

/** The same as a whole document, for `global-not-found.tsx` and a `not-found.tsx` beside it: no layout is around them. */
export function ExpectedDocument({ status }: { status: ExpectedStatus }) {
  return (
    <OwnDocument>
      {CANDOR_LANGUAGES && <LocalDocument />}
      <ExpectedScreen status={status} />
    </OwnDocument>
  );
}

export function expectedMetadata(status: ExpectedStatus): Metadata {
  return { title: words[`title${status}`] + CANDOR_TITLE_END };
}

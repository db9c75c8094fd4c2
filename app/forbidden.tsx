import type { Metadata } from 'next';
import Link from 'next/link';
import { Screen } from './_screens/screen';

// `screen` tells public/without-scripts.css which words to show.
export const metadata: Metadata = { title: 'You may not see this page · Candor', other: { screen: '403' } };

export default function Forbidden() {
  return (
    <Screen title="You may not see this page">
      <p>The page exists, but this site does not show it to you. (403)</p>
      <div className="actions">
        <Link className="button" href="/">
          Go to the home page
        </Link>
      </div>
    </Screen>
  );
}

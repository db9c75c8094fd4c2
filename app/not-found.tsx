import type { Metadata } from 'next';
import Link from 'next/link';
import { Screen } from './_screens/screen';

// `screen` tells public/without-scripts.css which words to show.
export const metadata: Metadata = { title: 'Page not found · Candor', other: { screen: '404' } };

export default function NotFound() {
  return (
    <Screen title="Page not found">
      <p>There is no page at this address. It may have been mistyped, or the page may be gone. (404)</p>
      <div className="actions">
        <Link className="button" href="/">
          Go to the home page
        </Link>
      </div>
    </Screen>
  );
}

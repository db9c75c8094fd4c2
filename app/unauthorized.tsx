import type { Metadata } from 'next';
import { ExpectedScreen } from '../candor/screens/expected-screen';

// public/without-scripts.css chooses its text by `screen`.
export const metadata: Metadata = { title: 'Not recognised · Candor', other: { screen: '401' } };

export default function Unauthorized() {
  return (
    <ExpectedScreen title="Not recognised">
      This page is only for visitors that this site recognises. Nothing is broken. (401)
    </ExpectedScreen>
  );
}

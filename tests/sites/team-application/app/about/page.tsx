import type { Metadata } from 'next';
import { Page } from '../../parts/page';

export const metadata: Metadata = { title: 'About' };

export default function About() {
  return <Page title="About" />;
}

import Link from 'next/link';
import { Page } from '../parts/page';
import { routes } from '../parts/routes';

export default function Home() {
  return (
    <Page title="Team">
      {routes.map((route) => (
        <Link key={route} href={route} prefetch={false}>
          {route}
        </Link>
      ))}
    </Page>
  );
}

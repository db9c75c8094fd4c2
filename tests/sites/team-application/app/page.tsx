import Link from 'next/link';
import { Mark } from '../parts/mark';
import { routes } from '../parts/routes';

export default function Home() {
  return (
    <main>
      <h1>Team</h1>
      <Mark />
      <ul>
        {routes.map((route) => (
          <li key={route}>
            <Link href={route} prefetch={false}>
              {route}
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}

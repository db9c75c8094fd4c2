import { Counter } from './counter';

export default function Page() {
  return (
    <>
      <h1>Docs</h1>
      <script dangerouslySetInnerHTML={{ __html: 'window.own = true' }} />
      <Counter />
    </>
  );
}

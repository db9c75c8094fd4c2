import type { Metadata } from 'next';
import { ErrorBoundary } from 'candor/screens';
import { failWith } from './actions';
import { Controlled } from './controlled';

export const metadata: Metadata = { title: 'Forms that fail' };

/** Two forms with the same fields, whose action fails: with `?part` in a boundary, else it takes the whole page with it. */
export default async function Forms({ searchParams }: { searchParams: Promise<{ part?: string }> }) {
  const isPart = (await searchParams).part !== undefined;
  const forms = ['First', 'Second'].map((name) => <Form key={name} name={name} />);
  return (
    <main>
      <h1>Forms that fail</h1>
      {isPart ? <ErrorBoundary>{forms}</ErrorBoundary> : forms}
    </main>
  );
}

function Form({ name }: { name: string }) {
  return (
    <form action={failWith} aria-label={name}>
      <input name="title" aria-label="Title" defaultValue="A lamp" />
      <textarea name="letter" aria-label="Letter" />
      <select name="size" aria-label="Size">
        <option>small</option>
        <option>large</option>
      </select>
      <label>
        <input type="checkbox" name="gift" /> Gift
      </label>
      {['By post', 'By courier'].map((way) => (
        <label key={way}>
          <input type="radio" name="way" value={way} /> {way}
        </label>
      ))}
      <Controlled />
      <input name="account" type="password" aria-label="Password" />
      <input name="number" autoComplete="billing cc-number" aria-label="Card" />
      <input name="sms" autoComplete="one-time-code" aria-label="Code" />
      <input name="security_code" aria-label="Security code" />
      <input name="place" type="hidden" defaultValue="hidden" />
      <input name="picture" type="file" aria-label="Picture" />
      <button>Send {name}</button>
    </form>
  );
}

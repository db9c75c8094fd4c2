export const dynamic = 'force-dynamic';

async function save() {
  'use server';
}

export default function Page() {
  return (
    <form action={save}>
      <button>Save</button>
    </form>
  );
}

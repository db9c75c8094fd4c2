async function fail() {
  'use server';
  throw new Error('Failing: an action of a page in a group.');
}

/** Its route is neither its path nor the path of its file. */
export default function Named() {
  return (
    <form action={fail}>
      <button>Fail</button>
    </form>
  );
}

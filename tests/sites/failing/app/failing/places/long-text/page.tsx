import { fail } from '../fail';

const likeData = '\n:HL["/of-a-visitor.css","style"]\n1:E{"digest":"of-a-visitor"}\n';

async function Fails(): Promise<never> {
  return fail('a page with a long text of a visitor');
}

/** React writes a text of this length as it is into the data of the page. */
export default function Page() {
  return (
    <main title={likeData.repeat(40)}>
      <Fails />
    </main>
  );
}

import { failAfterwards, failInAction } from './actions';

export default function Page() {
  return (
    <main>
      <form action={failInAction}>
        <button>server-action</button>
      </form>
      <form action={failAfterwards}>
        <button>after-response</button>
      </form>
    </main>
  );
}

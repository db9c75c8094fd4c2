import { Page } from '../../parts/page';
import { clearTodos } from './actions';
import { Todo } from './todo';

export default function TodoPage() {
  return (
    <Page title="Todo">
      <Todo />
      <form action={clearTodos}>
        <button>Clear</button>
      </form>
    </Page>
  );
}

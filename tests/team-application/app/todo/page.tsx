import { Mark } from '../../parts/mark';
import { clearTodos } from './actions';
import { Todo } from './todo';

export default function TodoPage() {
  return (
    <main>
      <h1>Todo</h1>
      <Todo />
      <form action={clearTodos}>
        <button>Clear</button>
      </form>
      <Mark />
    </main>
  );
}

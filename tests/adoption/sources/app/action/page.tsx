import { placeOrder } from './actions';

export default function Page() {
  return (
    <form action={placeOrder}>
      <button>Order</button>
    </form>
  );
}

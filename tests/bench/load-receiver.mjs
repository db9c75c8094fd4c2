import { createJiti } from 'jiti';

// In a process of its own, since it works while servers and load generator do. It keeps nothing.
const { accept, hang, startFakeIngest } = /** @type {typeof import('../support/fake-ingest')} */ (
  await createJiti(import.meta.url).import('../support/fake-ingest.ts')
);
const receiver = await startFakeIngest({ isKeeping: false, onPort: Number(process.argv[2]) });
process.on('message', (how) => {
  receiver.answer(how === 'hang' ? hang : accept);
  process.send?.(how);
});
process.send?.('accept');

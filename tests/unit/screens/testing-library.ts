import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

export * from '@testing-library/react';
export { default as userEvent } from '@testing-library/user-event';

configure({ asyncUtilTimeout: 10_000 }); // A busy machine takes longer than its own second.
afterEach(cleanup);

import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

export * from '@testing-library/react';
export { default as userEvent } from '@testing-library/user-event';

afterEach(cleanup);

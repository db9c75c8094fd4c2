import { expect, test } from 'vitest';
import { NoReplyError, safeReason } from '../../../../candor/src/outbox/redis/no-reply-error';

test.each([
  ['READONLY', new Error("READONLY You can't write against a read only replica.")],
  [
    'OOM',
    new Error('ERR Error running script (call to f_1): @user_script:6: @user_script: 6: -OOM command not allowed'),
  ],
  [
    'ECONNREFUSED',
    new NoReplyError('no connection', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
  ],
])('the log names %s and no more of an error', (reason, error) => expect(safeReason(error)).toBe(reason));

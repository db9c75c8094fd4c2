import { patch } from '../patch.js';

const own = patch('error-digest');

/**
 * Lets errors without a digest read as having one, whenever `read` gives one: Next's `getProperError` makes an error of a thrown string
 * within a call of its own, and a frozen error can be given no property.
 * @param written is called with each digest that code writes
 */
export function installErrorDigest(
  read: (error: object) => string | undefined,
  written: (digest: unknown) => void,
): void {
  own.install(() => {
    Object.defineProperty(Error.prototype, 'digest', {
      configurable: true,
      get(this: object) {
        return own.attempt(() => read(this), undefined);
      },
      set(this: object, value: unknown) {
        if (!Reflect.defineProperty(this, 'digest', { value, writable: true, enumerable: true, configurable: true })) {
          throw new TypeError('Cannot add property digest, object is not extensible');
        }
        own.attempt(() => written(value), undefined);
      },
    });
    own.seen();
  });
}

throw new Error('Failing: a module that the browser imports when it is needed.');

export default function Never() {
  return null;
}

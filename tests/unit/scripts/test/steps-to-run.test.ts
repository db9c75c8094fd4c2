import { expect, test } from 'vitest';
import { stepsToRun } from '../../../../scripts/test/steps-to-run';

const quick = ['build', 'soak', 'lint', 'format', 'types', 'unused', 'unit', 'browser', 'adoption'];
const wide = ['browser-wide', 'service', 'valkey', 'oldest-sdk', 'adoption-wide', 'soak-wide'];

const checks = ['lint', 'format', 'types', 'unused'];

test.each([
  ['no name asks for the quick ring', [], quick],
  ['the name of a ring asks for its steps', ['quick'], quick],
  ['the wide ring needs the build', ['wide'], ['build', ...wide]],
  ['both rings have one build, and the quick one is first', ['wide', 'quick'], [...quick, ...wide]],
  ['steps keep their order', ['browser', 'unit'], ['build', 'unit', 'browser']],
  ['no build needed', checks, checks],
  ['another store of the outbox needs no build', ['valkey'], ['valkey']],
  ['an application of its own needs no build of this one', ['adoption'], ['adoption']],
  ['a step that is named twice runs once', ['service', 'service'], ['build', 'service']],
])('%s: %j', (_, names, steps) => {
  expect(stepsToRun(names)).toEqual(steps);
});

test('an unknown name is refused with the names that there are', () => {
  expect(() => stepsToRun(['unit', 'browsers'])).toThrow(
    'Unknown step: browsers. Expected one of: quick, wide, build, soak, lint, format, types, unused, unit, browser, adoption, browser-wide, service, valkey, oldest-sdk, adoption-wide, soak-wide.',
  );
});

import { expect, test } from 'vitest';
import { stepsToRun } from '../../../../scripts/test/steps-to-run';

const quick = ['build', 'soak', 'format', 'lint', 'types', 'unused', 'unit', 'browser'];
const wide = ['browser-wide', 'service', 'adoption', 'soak-wide'];

test.each([
  { names: [], steps: quick, what: 'no name asks for the quick ring' },
  { names: ['quick'], steps: quick, what: 'the name of a ring asks for its steps' },
  { names: ['wide'], steps: ['build', ...wide], what: 'the wide ring needs the build' },
  {
    names: ['wide', 'quick'],
    steps: [...quick, ...wide],
    what: 'both rings have one build, and the quick one is first',
  },
  { names: ['browser', 'unit'], steps: ['build', 'unit', 'browser'], what: 'steps keep their order' },
  {
    names: ['format', 'lint', 'types', 'unused'],
    steps: ['format', 'lint', 'types', 'unused'],
    what: 'no build needed',
  },
  { names: ['adoption'], steps: ['adoption'], what: 'an application of its own needs no build of this one' },
  { names: ['service', 'service'], steps: ['build', 'service'], what: 'a step that is named twice runs once' },
])('$what: $names', ({ names, steps }) => {
  expect(stepsToRun(names)).toEqual(steps);
});

test('an unknown name is refused with the names that there are', () => {
  expect(() => stepsToRun(['unit', 'browsers'])).toThrow(
    'Unknown step: browsers. Expected one of: quick, wide, build, soak, format, lint, types, unused, unit, browser, browser-wide, service, adoption, soak-wide.',
  );
});

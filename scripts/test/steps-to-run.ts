import { CommandError } from '../run/cli';

// In the order in which they start. The build comes first, because the soak runs against it while the steps up to the unit
// tests use the processor; the lint rules come next, because they take one core for as long as formatting and types take the other.
const rings = {
  /** A change has to pass these. They are to take ten minutes on two cores. */
  quick: ['build', 'soak', 'lint', 'format', 'types', 'unused', 'unit', 'browser', 'adoption'],
  /** The same promises under other releases, browsers, services and applications, and for longer. */
  wide: ['browser-wide', 'service', 'valkey', 'oldest-sdk', 'adoption-wide', 'soak-wide'],
} as const;

type Ring = keyof typeof rings;
export type StepName = (typeof rings)[Ring][number];

const stepNames: readonly StepName[] = [...rings.quick, ...rings.wide];
const needBuild: readonly StepName[] = ['soak', 'browser', 'browser-wide', 'service', 'soak-wide'];

/**
 * The steps that these names ask for, in their usual order and each once: a name is a step's or a ring's, and none at all asks
 * for the quick ring. The build is added where a step needs it.
 * @throws CommandError for a name that is neither
 */
export function stepsToRun(names: readonly string[]): StepName[] {
  const unknown = names.filter((name) => !(name in rings) && !stepNames.some((step) => step === name));
  if (unknown.length > 0) {
    const known = [...Object.keys(rings), ...stepNames].join(', ');
    throw new CommandError(`Unknown step: ${unknown.join(', ')}. Expected one of: ${known}.`);
  }
  const wanted = new Set(names.length === 0 ? rings.quick : names.flatMap((name) => rings[name as Ring] ?? name));
  const needsBuild = needBuild.some((name) => wanted.has(name));
  return stepNames.filter((step) => wanted.has(step) || (step === 'build' && needsBuild));
}

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printFailure } from '../run/cli';
import { addResults, checkResults, type Results } from './summarize-results';

export type Step = {
  title: string;
  /** `output`: a file descriptor for what the step's programs print, instead of the outputs of this process. */
  run: (output?: number) => Promise<Results>;
  /** It leaves a core free: it runs beside the steps behind it, and its output is printed when it has ended. */
  isBackground?: boolean;
  /** It needs both cores: the steps in the background end first. */
  isAlone?: boolean;
};

/** Runs each of these steps, whatever becomes of the others. A step that throws has failed. */
export async function runSteps<Name extends string>(
  names: readonly Name[],
  steps: Record<Name, Step>,
): Promise<{ results: Results; failing: Name[] }> {
  const all: Results[] = [];
  const failing: Name[] = [];
  const inBackground: (() => Promise<void>)[] = [];
  const finish = (name: Name, results: Results) => {
    all.push(results);
    if (results.failed > 0) failing.push(name);
  };
  const endBackground = async () => {
    for (const end of inBackground.splice(0)) await end();
  };

  for (const name of names) {
    const step = steps[name];
    const title = `\n== ${step.title} (${name})`;
    if (step.isBackground) {
      const { output, print } = keepOutput();
      const ended = runStep(step, output);
      inBackground.push(async () => {
        const results = await ended;
        console.log(title);
        print();
        finish(name, results);
      });
      continue;
    }
    if (step.isAlone) await endBackground();
    console.log(title);
    finish(name, await runStep(step));
  }
  await endBackground();
  return { results: addResults(all), failing };
}

async function runStep(step: Step, output?: number): Promise<Results> {
  try {
    return await step.run(output);
  } catch (error) {
    printFailure(error); // The other steps are still worth running.
    return checkResults(false);
  }
}

/** A file for what a step prints, so that it does not mix with the output of other steps. */
function keepOutput(): { output: number; print: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'candor-step-'));
  const file = join(folder, 'output.txt');
  const output = openSync(file, 'w');
  return {
    output,
    print() {
      closeSync(output);
      process.stdout.write(readFileSync(file));
      rmSync(folder, { recursive: true });
    },
  };
}

import { inUnit } from '../table';
import type { Axis, Steps } from './axis';
import { pointsOf } from './growth';

/**
 * Says of each figure whether it is flat or linear along the axis, and from which step on it is worse than that; of one that is better
 * the larger it is, its largest value too.
 */
export function growthSentence({ title, steps, figures }: Omit<Axis, 'measure'>, measured: Steps): string {
  const texts = figures.flatMap((figure) => {
    const form = figure.isProportional ? 'linear' : 'flat';
    const points = pointsOf(figure, steps, measured);
    if (points.every(({ ratio }) => ratio === undefined)) return []; // One step says nothing.
    const bend = points.find(({ isBent }) => isBent);
    if (bend === undefined) return [`${figure.title}: ${form}`];
    const before = points[points.indexOf(bend) - 1];
    const most = inUnit(Math.max(...points.map(({ value }) => value)), figure);
    const worse = figure.isMoreBetter ? `less than that at ${inDigits(bend.step)}, ${most} at most` : moreAt(bend.step);
    return [`${figure.title}: ${form} up to ${inDigits(before?.step)}, ${worse}`];
  });
  return texts.length === 0 ? '' : `Along _${title}_: ${texts.join('; ')}.`;
}

const moreAt = (step: number) => `more than that at ${inDigits(step)}`;
const inDigits = (step: number | undefined) => step?.toLocaleString('en') ?? '';

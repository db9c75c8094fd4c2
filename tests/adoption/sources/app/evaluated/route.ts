export const dynamic = 'force-dynamic';

function runFormula(formula: string): unknown {
  return new Function(formula)(); // fault: evaluated
}

export const GET = () => Response.json(runFormula("throw new Error('fault: evaluated')"));

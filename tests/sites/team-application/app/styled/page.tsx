import { Mark } from '../../parts/mark';
import { Jsx } from './jsx';

export default function Styled() {
  return (
    <main>
      <style>{'.own { color: green; }'}</style>
      <style href="hoisted" precedence="default">
        {'.hoisted { color: green; }'}
      </style>
      <p className="own" style={{ fontWeight: 650 }}>
        Own
      </p>
      <p className="hoisted">Hoisted</p>
      <Jsx />
      <Mark />
    </main>
  );
}

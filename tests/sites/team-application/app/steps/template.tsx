import { Mark } from '../../parts/mark';

export default function StepTemplate({ children }: { children: React.ReactNode }) {
  return (
    <div>
      <Mark name="template" />
      {children}
    </div>
  );
}

import { Hydrated } from '../hydrated';

export default function Page() {
  return (
    <>
      <style href="styled" precedence="medium">{`.by-element { color: rgb(0, 128, 0) }`}</style>
      <p className="by-element" style={{ fontWeight: 650 }}>
        Styled
      </p>
      <div dangerouslySetInnerHTML={{ __html: '<p style="color: green">From a content system</p>' }} />
      <Hydrated />
    </>
  );
}

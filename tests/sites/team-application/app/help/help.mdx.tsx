// What a compiler of MDX makes of a text.
export default function MdxContent({ components }: { components: { h1: React.ElementType } }) {
  const Heading = components.h1;
  return (
    <>
      <Heading id="help">Help</Heading>
      <pre>
        <code style={{ color: 'green' }}>{'<script>alert(1)</script>'}</code>
      </pre>
    </>
  );
}

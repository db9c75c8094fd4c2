import { withCandor } from "candor/config";
import type { NextConfig } from "next";

const nextConfig: NextConfig = {
  /* config options here */
};

export default withCandor(nextConfig);

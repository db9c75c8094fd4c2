import { withCandor } from "candor/config";
import type { NextConfig } from "next";

const nextConfig: NextConfig = {};

export default withCandor(nextConfig);

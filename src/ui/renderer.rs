//! What draws the window.

use serde::{Deserialize, Serialize};

/// A way of drawing the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Renderer {
    /// Direct3D 12 on a graphics card. On Windows only.
    Dx12,
    /// Direct3D 12 without a graphics card, by Windows itself. On Windows only.
    Warp,
    /// OpenGL.
    Glow,
}

impl Renderer {
    /// The renderers of this system, in the order in which they are tried.
    pub const CHAIN: &'static [Self] =
        if cfg!(windows) { &[Self::Dx12, Self::Warp, Self::Glow] } else { &[Self::Glow] };

    /// Its name for `VITRINE_RENDERER`, and where it is remembered.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Dx12 => "dx12",
            Self::Warp => "warp",
            Self::Glow => "glow",
        }
    }

    /// The renderer of this system with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::CHAIN.iter().copied().find(|renderer| renderer.key() == key)
    }

    /// Sets the options with which the window opens.
    pub(super) fn configure(self, options: &mut eframe::NativeOptions) {
        match self {
            Self::Glow => options.renderer = eframe::Renderer::Glow,
            #[cfg(windows)]
            Self::Dx12 => direct3d::configure(options, direct3d::Adapter::GraphicsCard),
            #[cfg(windows)]
            Self::Warp => direct3d::configure(options, direct3d::Adapter::Software),
            // Not in the chain of this system.
            #[cfg(not(windows))]
            Self::Dx12 | Self::Warp => {}
        }
    }
}

#[cfg(windows)]
mod direct3d {
    use std::sync::Arc;

    use eframe::egui_wgpu::WgpuSetup;
    use eframe::egui_wgpu::wgpu::{self, Backends, DeviceType};

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Adapter {
        GraphicsCard,
        /// The one named "Microsoft Basic Render Driver", which each Windows has.
        Software,
    }

    pub fn configure(options: &mut eframe::NativeOptions, wanted: Adapter) {
        options.renderer = eframe::Renderer::Wgpu;
        let WgpuSetup::CreateNew(setup) = &mut options.wgpu_options.wgpu_setup else { return };
        setup.instance_descriptor.backends = Backends::DX12;
        setup.native_adapter_selector =
            Some(Arc::new(move |adapters: &[wgpu::Adapter], surface: Option<&wgpu::Surface<'_>>| {
                let usable = adapters
                    .iter()
                    .filter(|adapter| surface.is_none_or(|surface| adapter.is_surface_supported(surface)));
                let chosen = usable.filter_map(|adapter| {
                    Some((preference(adapter.get_info().device_type, wanted)?, adapter))
                });
                chosen
                    .min_by_key(|(preference, _)| *preference)
                    .map(|(_, adapter)| adapter.clone())
                    .ok_or_else(|| {
                        let names: Vec<String> =
                            adapters.iter().map(|adapter| adapter.get_info().name).collect();
                        format!("no such adapter among {names:?}")
                    })
            }));
    }

    /// Of several graphics cards, the one that needs the least power suffices. A lower number is preferred.
    fn preference(device_type: DeviceType, wanted: Adapter) -> Option<u8> {
        match (device_type, wanted) {
            (DeviceType::Cpu, Adapter::Software) | (DeviceType::IntegratedGpu, Adapter::GraphicsCard) => {
                Some(0)
            }
            (DeviceType::DiscreteGpu, Adapter::GraphicsCard) => Some(1),
            (DeviceType::VirtualGpu | DeviceType::Other, Adapter::GraphicsCard) => Some(2),
            _ => None,
        }
    }
}
